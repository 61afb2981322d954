// The best answers of a match of Blanks as pictures, drawn here in the colours and fonts of the page.
//
//   <section data-evening data-title="The evening's best" data-table="..." data-file="blanks">
//     <button data-picture-all>
//     <figure data-best data-by="Ada, 3 votes" data-head="Round 3">
//       <blockquote dir="auto">Today I met <span class="filled">a goose</span>.</blockquote>
//       <figcaption> <button data-picture>
//
// A picture is shared if the device can share files, and saved otherwise. All sentences make one picture, or several
// if one would be too tall for a browser to draw.

const WIDTH = 1080;
const EDGE = 84;
const ROOM = WIDTH - 2 * EDGE;
const LEAST = 720; // heights
const MOST = 8000;
const WORDS = /\S+\s*/g;

const lettersOf = (word) =>
  Intl.Segmenter ? [...new Intl.Segmenter().segment(word)].map((one) => one.segment) : Array.from(word);

/** Break the text into lines that fit; a word wider than a line is cut. */
function wrap(brush, text) {
  const lines = [];
  let line = "";
  for (const word of text.match(WORDS) ?? []) {
    if (brush.measureText(line + word.trimEnd()).width <= ROOM) {
      line += word;
      continue;
    }
    if (line) lines.push(line);
    line = "";
    for (const letter of lettersOf(word)) {
      if (line && letter.trim() && brush.measureText(line + letter).width > ROOM) {
        lines.push(line);
        line = "";
      }
      line += letter;
    }
  }
  return line ? [...lines, line] : lines;
}

/** The ranges that were filled in, as [from, to). */
function fillingsOf(quote) {
  let from = 0;
  return [...quote.childNodes].flatMap((node) => {
    const range = [from, (from += node.textContent.length)];
    return node.nodeType === Node.ELEMENT_NODE ? [range] : [];
  });
}

function looks(element, size) {
  const style = getComputedStyle(element);
  return { font: `${size}px ${style.fontFamily}`, size, colour: style.color, right: style.direction === "rtl" };
}

/** The contents of a picture from the top: texts and their styles. */
function blocksOf(card) {
  const quote = card.querySelector("blockquote");
  const caption = card.querySelector("figcaption");
  const filled = quote.querySelector(".filled");
  const size = quote.textContent.length > 300 ? 40 : 54; // long sentences stay in one view
  return [
    { ...looks(caption, 30), text: card.dataset.head, after: 20 },
    {
      ...looks(quote, size),
      text: quote.textContent,
      fillings: fillingsOf(quote),
      mark: filled && getComputedStyle(filled).textDecorationColor,
      after: 24,
    },
    { ...looks(caption, 34), text: `\u2014 ${card.dataset.by}`, after: 72 },
  ];
}

function measured(brush, block) {
  brush.font = block.font;
  const lines = wrap(brush, block.text);
  return { ...block, lines, height: lines.length * block.size * 1.35 + block.after };
}

/** Divide the blocks into pages of limited height, without splitting a card. */
function pagesOf(groups) {
  const pages = [[]];
  let height = 0;
  for (const group of groups) {
    const more = group.reduce((sum, block) => sum + block.height, 0);
    if (height + more > MOST && pages.at(-1).length) {
      pages.push([]);
      height = 0;
    }
    pages.at(-1).push(...group);
    height += more;
  }
  return pages;
}

function paintLine(brush, block, line, from, top) {
  brush.font = block.font;
  brush.fillStyle = block.colour;
  brush.direction = block.right ? "rtl" : "ltr";
  brush.textAlign = block.right ? "right" : "left";
  brush.fillText(line.trimEnd(), block.right ? WIDTH - EDGE : EDGE, top + block.size);
  if (block.right || !block.mark) return; // where the direction changes, a filling may be in several pieces
  brush.fillStyle = block.mark;
  for (const [first, last] of block.fillings) {
    const [a, b] = [Math.max(first - from, 0), Math.min(last - from, line.trimEnd().length)];
    if (a >= b) continue;
    const left = brush.measureText(line.slice(0, a)).width;
    brush.fillRect(EDGE + left, top + block.size * 1.14, brush.measureText(line.slice(0, b)).width - left, 4);
  }
}

function paint(blocks, ground) {
  const height = blocks.reduce((sum, block) => sum + block.height, 2 * EDGE);
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: Math.max(height, LEAST) });
  const brush = canvas.getContext("2d");
  brush.fillStyle = ground;
  brush.fillRect(0, 0, canvas.width, canvas.height);
  let top = EDGE + Math.max(0, (LEAST - height) / 2);
  for (const block of blocks) {
    let from = 0;
    block.lines.forEach((line, number) => {
      paintLine(brush, block, line, from, top + number * block.size * 1.35);
      from += line.length;
    });
    top += block.height;
  }
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

async function filesOf(evening, cards, name) {
  const brush = document.createElement("canvas").getContext("2d");
  const caption = cards[0].querySelector("figcaption");
  const title = { ...looks(caption, 30), text: `${evening.dataset.table} \u00b7 Ridotto`, after: 0 };
  const heading = { ...looks(cards[0].querySelector("blockquote"), 64), text: evening.dataset.title, after: 72 };
  const groups = cards.map(blocksOf);
  if (cards.length > 1) groups.unshift([heading]);
  groups.push([title]);
  const pages = pagesOf(groups.map((group) => group.map((block) => measured(brush, block))));
  const ground = getComputedStyle(cards[0]).backgroundColor;
  const blobs = await Promise.all(pages.map((blocks) => paint(blocks, ground)));
  const numbered = (number) => (blobs.length > 1 ? `${name}-${number + 1}` : name);
  return blobs.map((blob, number) => new File([blob], `${numbered(number)}.png`, { type: blob.type }));
}

function save(file) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function share(files) {
  if (navigator.canShare?.({ files })) {
    try {
      return await navigator.share({ files });
    } catch (error) {
      if (error.name === "AbortError") return undefined; // somebody who cancels wants no file either
    }
  }
  return files.forEach(save);
}

async function picture(button) {
  const evening = button.closest("[data-evening]");
  const all = button.matches("[data-picture-all]");
  const cards = all ? [...evening.querySelectorAll("[data-best]")] : [button.closest("[data-best]")];
  const number = [...evening.querySelectorAll("[data-best]")].indexOf(cards[0]) + 1;
  button.disabled = true;
  try {
    await share(await filesOf(evening, cards, all ? evening.dataset.file : `${evening.dataset.file}-${number}`));
  } finally {
    button.disabled = false;
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-picture], [data-picture-all]");
  if (button) picture(button);
});
