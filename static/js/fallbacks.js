// Functions that the oldest supported browsers lack (README): Safari before 17.4 has no checkVisibility().

Element.prototype.checkVisibility ??= function ({ visibilityProperty = false, opacityProperty = false } = {}) {
  if (!this.getClientRects().length) return false;
  if (visibilityProperty && getComputedStyle(this).visibility !== "visible") return false;
  for (let one = this; opacityProperty && one; one = one.parentElement) {
    if (getComputedStyle(one).opacity === "0") return false;
  }
  return true;
};
