/** why no schema: lists in the browser ask too, and what is no day is refused by their services. */
const day = /^\d{4}-\d\d-\d\d$/;

/** Checks whether two days, YYYY-MM-DD, are in the wrong order; where one is left out, or is no day, they are not. */
export const areReversed = (from = "", to = ""): boolean => day.test(from) && day.test(to) && from > to;
