async (png) => {
  // Contrast of each text and lit segment with the lightest pixel of a picture that has everything but them.
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const channel = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255);
  const contrast = (one, two) => (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
  const low = [];
  const check = (name, colour, box) => {
    if (box.width < 2 || box.height < 2) return;
    const ink = luminance(colour.match(/[\d.]+/g).map(Number));
    const pixels = canvas.getImageData(box.left, box.top, box.width, box.height).data;
    let worst = Infinity;
    for (let at = 0; at < pixels.length; at += 12) {
      worst = Math.min(worst, contrast(ink, luminance([pixels[at], pixels[at + 1], pixels[at + 2]])));
    }
    if (worst < 7) low.push(`${name} ${colour} ${worst.toFixed(2)}`);
  };
  const range = document.createRange();
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.textContent.trim() || parent.closest(".spoken") || !parent.checkVisibility()) continue;
    range.selectNodeContents(node);
    check(node.textContent.trim(), getComputedStyle(parent).color, range.getBoundingClientRect());
  }
  const lit = document.querySelector(".segments .on");
  if (lit.checkVisibility()) check("segments", getComputedStyle(lit).fill, lit.closest("svg").getBoundingClientRect());
  return low;
}
