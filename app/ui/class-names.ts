import { type ClassValue, clsx } from "clsx";

/** Joins class names, leaving out false values. Add layout through it; a component's own look is not overridden. */
export const classNames = (...values: ClassValue[]): string => clsx(values);
