// Versions side by side, and what is deprecated (Versioning).
