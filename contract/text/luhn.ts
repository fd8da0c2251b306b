// The check digit of card numbers.

/** Sum of Luhn's rule over all digits, modulo ten: 0 for a valid number. */
export const luhnSum = (digits: string): number => {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10;
};
