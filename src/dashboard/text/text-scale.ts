/** How much larger the owner's text is than the 16 px that browsers begin with. */
export const textScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
