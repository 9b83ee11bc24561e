/** The attribute of an element that a drag handle is put into: the id of what it drags. Its title names that. */
export const dragSlot = "data-drag";
