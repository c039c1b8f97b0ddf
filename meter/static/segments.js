// Amounts drawn as lit segments, so that every screen shows the same digits whatever fonts it has.

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 100, HEIGHT = 180, GAP = 22, NARROW = 38, LEAN = 8;
const LIT = {
  0: "abcdef", 1: "bc", 2: "abdeg", 3: "abcdg", 4: "bcfg", 5: "acdfg", 6: "acdefg", 7: "abc", 8: "abcdefg", 9: "abcdfg",
  "-": "g", " ": "",
};
const BARS = {
  a: "14,0 86,0 96,10 82,24 18,24 4,10",
  b: "98,13 100,15 100,80 90,87 77,76 77,33",
  c: "90,93 100,100 100,165 98,167 77,147 77,104",
  d: "18,156 82,156 96,170 86,180 14,180 4,170",
  e: "10,93 23,104 23,147 2,167 0,165 0,100",
  f: "2,13 23,33 23,76 10,87 0,80 0,15",
  g: "13,90 26,78 74,78 87,90 74,102 26,102",
};

function made(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function digit() {
  const cell = made("g", {});
  for (const [bar, points] of Object.entries(BARS)) cell.append(made("polygon", { points, "data-bar": bar }));
  return cell;
}

function sign(character) {
  const cell = made("g", { class: "sign" });
  if (character === "$") {
    for (const bar of LIT[5]) cell.append(made("polygon", { points: BARS[bar], class: "on" }));
    cell.append(made("rect", { x: 43, y: -20, width: 14, height: 220, class: "on" }));
  } else {
    cell.append(made("rect", { x: 6, y: 154, width: 26, height: 26, rx: 5, class: "on" }));
    if (character === ",") cell.append(made("polygon", { points: "16,176 32,172 20,206 6,206", class: "on" }));
  }
  return cell;
}

/** A row of segments. Holds as many cells as the amount has characters, never more. */
export class Segments {
  constructor(place) {
    this.svg = made("svg", { class: "segments", role: "img" });
    this.row = made("g", { transform: `skewX(-${LEAN})` });
    this.svg.append(this.row);
    place.append(this.svg);
    this.shape = this.text = "";
  }

  show(text) {
    if (text === this.text) return;
    const shape = text.replace(/[0-9 -]/g, "8");
    if (shape !== this.shape) this.build(shape);
    [...text].forEach((character, index) => {
      if (character !== this.text[index] || shape !== this.shape) this.light(index, character);
    });
    this.shape = shape;
    this.text = text;
    this.svg.setAttribute("aria-label", text);
  }

  build(shape) {
    this.text = "";
    let x = 0;
    const cells = [...shape].map((character) => {
      const cell = character === "8" ? digit() : sign(character);
      cell.setAttribute("transform", `translate(${x} 0)`);
      x += (",.".includes(character) ? NARROW : WIDTH) + GAP;
      return cell;
    });
    this.row.replaceChildren(...cells);
    const lean = HEIGHT * Math.tan((LEAN * Math.PI) / 180);
    this.svg.setAttribute("viewBox", `${-lean - 4} -22 ${x - GAP + lean + 8} 230`);
    this.svg.style.setProperty("--ratio", (x - GAP + lean + 8) / 230);
  }

  light(index, character) {
    if (!(character in LIT)) return;
    for (const bar of this.row.children[index].children) {
      bar.classList.toggle("on", LIT[character].includes(bar.dataset.bar));
    }
  }
}

/** `$4,315.30` from whole cents. */
export function dollars(cents) {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ",");
  return `$${whole}.${String(cents % 100).padStart(2, "0")}`;
}
