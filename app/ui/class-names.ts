import { type ClassValue, clsx } from "clsx";

/** Joins class names, leaving out what is false. Add layout through it; a piece's own look is not overridden. */
export const classNames = (...values: ClassValue[]): string => clsx(values);
