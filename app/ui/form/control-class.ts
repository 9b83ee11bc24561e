import { classNames } from "#app/ui/class-names";

export const controlClass = (className?: string) => classNames("control block w-full px-2.5", className);

export const inputClass = controlClass("h-9");

// why: the arrow is a background image, because `appearance: none` removes the browser's.
export const selectClass = controlClass("select-arrow h-9 appearance-none pr-8 text-ellipsis");

export const smallSelectClass = "control select-arrow h-7 appearance-none pr-7 pl-2";
