// Describes what is out of view in a decision: see in_view.py. The browser runs it as a function.
({lists, parts, leastText, leastTarget}) => {
  const found = [];
  const phone = matchMedia('(max-width: 63.99rem)').matches;
  const within = (box, outer) => box.top >= outer.top - 1 && box.bottom <= outer.bottom + 1 &&
    box.left >= outer.left - 1 && box.right <= outer.right + 1;
  const page = {top: 0, left: 0, bottom: innerHeight, right: innerWidth};
  const wordsOf = (one) => (one.innerText || one.getAttribute('aria-label') || one.name || one.className || '')
    .trim().replace(/\s+/g, ' ').slice(0, 30);
  const seen = (one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const faceOf = (one) => {
    const box = one.getBoundingClientRect();
    const label = one.labels?.[0];
    return (box.width < 4 || getComputedStyle(one).opacity === '0') && label ? label : one;
  };
  /** The class or tag of what covers the control, or "". */
  const coverOf = (one, face) => {
    const box = face.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const isHit = hit && (face.contains(hit) || hit.closest('label')?.control === one);
    return isHit ? '' : hit?.className || hit?.tagName || 'nothing';
  };
  // In one column the page scrolls to these; elsewhere a list does.
  const pieces = parts ? [...document.querySelectorAll(parts)].filter(seen) : [];
  const isPiece = (one) => phone && pieces.some((piece) => piece.contains(one));
  const listOf = (one) => Object.keys(lists).map((list) => one.closest(list)).find(Boolean);
  const selectorOf = (list) => Object.keys(lists).find((name) => list.matches(name));

  const phase = document.querySelector('#m-phase');
  if (!phase || !within(phase.getBoundingClientRect(), page)) found.push('what is asked');
  for (const one of [...phase?.querySelectorAll('.phase-text, .clock') ?? []].filter(seen))
    if (coverOf(one, one)) found.push(`${one.className} is covered by ${coverOf(one, one)}`);
  const about = [...document.querySelectorAll(':is(#m-seat, #m-board) [data-about]')].filter(seen);
  if (!about.length) found.push('nothing is marked data-about');
  for (const one of about.filter((other) => !isPiece(other))) {
    const box = one.getBoundingClientRect();
    const list = listOf(one);
    // A subject that is higher than its list begins in view; scrolling the list shows the rest.
    const end = list && list.scrollHeight > list.clientHeight + 1
      ? Math.max(list.getBoundingClientRect().bottom, box.top + lists[selectorOf(list)]) : Infinity;
    const bottom = Math.min(box.bottom, end);
    if (!within({top: box.top, left: box.left, right: box.right, bottom}, page))
      found.push(`about: ${wordsOf(one)} at ${Math.round(box.top)} to ${Math.round(box.bottom)}`);
  }
  const controls = [...document.querySelectorAll(':is(#m-seat, #m-board) :is(button, select, textarea, summary, a[href],' +
    ' input:not([type=hidden]), [role=button])')].filter((one) => seen(faceOf(one)) && !one.disabled && !one.closest('[data-aside]'));
  if (!controls.length) found.push('no control at all');
  for (const piece of pieces) {
    const list = listOf(piece);
    if (phone) piece.scrollIntoView({block: 'nearest', behavior: 'instant'});
    else if (list) list.scrollTop += piece.getBoundingClientRect().top - list.getBoundingClientRect().top - 1;
    const {left, right, top, bottom} = piece.getBoundingClientRect();
    const hits = [top + 2, bottom - 3].map((y) => document.elementFromPoint((left + right) / 2, y));
    const isLong = piece.querySelectorAll('li').length > 1; // a lot with several bids need not fit
    if (!isLong && !hits.every((hit) => piece.contains(hit)))
      found.push(`${wordsOf(piece)} is not whole: ${Math.round(top)} to ${Math.round(bottom)}`);
    for (const one of phone ? controls.filter((control) => piece.contains(control)) : []) {
      if (isLong) one.scrollIntoView({block: 'nearest', behavior: 'instant'});
      if (coverOf(one, faceOf(one))) found.push(`${wordsOf(faceOf(one))} is covered by ${coverOf(one, faceOf(one))}`);
    }
  }
  if (pieces.length) scrollTo({top: 0, behavior: 'instant'});
  for (const one of controls) {
    const face = faceOf(one);
    if (phone) {
      const {width, height} = face.getBoundingClientRect();
      if (height < leastTarget - 1 || width < leastTarget - 1)
        found.push(`${wordsOf(face)} is ${Math.round(width)} x ${Math.round(height)}`);
    }
    if (isPiece(one)) continue;
    const list = listOf(one);
    const before = list?.scrollTop;
    if (list) {
      const shown = list.getBoundingClientRect();
      const height = Math.min(shown.bottom, innerHeight) - Math.max(shown.top, 0);
      const selector = selectorOf(list);
      // A list that does not scroll hides nothing, though a card raised under the pointer overflows it.
      const whole = getComputedStyle(list).overflowY === 'visible' ? shown.height : list.scrollHeight;
      if (height < Math.min(lists[selector], whole) - 1)
        found.push(`${selector} shows ${Math.round(height)}`);
      list.scrollTop += face.getBoundingClientRect().top - shown.top - 8;
    }
    const box = face.getBoundingClientRect();
    if (!within(box, page)) found.push(`${wordsOf(face)} at ${Math.round(box.top)} to ${Math.round(box.bottom)}`);
    else if (coverOf(one, face)) found.push(`${wordsOf(face)} is covered by ${coverOf(one, face)}`);
    // Safari on iOS magnifies the page at a field with smaller type.
    if (phone && one.matches('select, textarea, input:not([type=checkbox], [type=radio], [type=range])') &&
      parseFloat(getComputedStyle(one).fontSize) < 16) found.push(`${wordsOf(face)} has small type`);
    if (list) list.scrollTop = before;
  }
  /** Screen pixels per CSS pixel of the element, which differ within a scaled SVG. */
  const scaleOf = (one) => one.closest('foreignObject, svg text')?.getScreenCTM().a ?? 1;
  const texts = document.createTreeWalker(document.getElementById('main'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !seen(parent) || parent.closest('.visually-hidden')) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize) * scaleOf(parent);
    if (size < leastText - 0.05) found.push(`text of ${size.toFixed(1)}: ${texts.currentNode.data.trim().slice(0, 20)}`);
  }
  return [...new Set(found)];
}
