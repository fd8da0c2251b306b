// The contrast of what a page shows.

/** Runs in the page and returns each visible text whose contrast to its background is lower than WCAG 2.2 AA requires. */
export const faintTexts = String.raw`() => {
  const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
  const luminance = (colour) => {
    const [red, green, blue] = channels(colour).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if ((channels(colour)[3] ?? 1) > 0) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  const contrast = (one, other) => {
    const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faint = [];
  let seen = 0;
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
    seen += 1;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = contrast(style.color, behind(element));
    if (ratio < (large ? 3 : 4.5)) faint.push(walker.currentNode.data.trim() + ' ' + ratio.toFixed(2));
  }
  const input = document.querySelector('input[type=search]');
  if (contrast(getComputedStyle(input, '::placeholder').color, behind(input)) < 4.5) faint.push('placeholder');
  return seen < 20 ? ['too few texts were looked at: ' + seen] : faint;
}`;
