import { classNames } from "#app/ui/class-names";

const base =
	"rounded-md border border-control bg-raised text-text transition-colors hover:border-text-3 focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-red disabled:cursor-not-allowed disabled:border-line-2 disabled:bg-hover disabled:text-text-3";

/** The look of every text control. */
export const controlClass = (className?: string) => classNames(base, "block w-full px-2.5", className);

export const inputClass = controlClass("h-9");

// why: the arrow is a background image, because `appearance: none` removes the browser's.
export const selectClass = controlClass("select-arrow h-9 appearance-none pr-8 text-ellipsis");

export const smallSelectClass = classNames(base, "select-arrow h-7 appearance-none pr-7 pl-2");
