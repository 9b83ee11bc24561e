import { classNames } from "#app/ui/class-names";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "small" | "medium" | "large";

export interface ButtonLook {
	variant?: ButtonVariant;
	size?: ButtonSize;
	/** As wide as its container. */
	wide?: boolean;
	className?: string;
}

const base =
	"inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none transition-colors aria-disabled:cursor-not-allowed disabled:cursor-not-allowed";

const off =
	"aria-disabled:border-transparent aria-disabled:bg-hover aria-disabled:text-text-3 disabled:border-transparent disabled:bg-hover disabled:text-text-3";

const variants: Record<ButtonVariant, string> = {
	primary: "border-transparent bg-accent text-accent-fg shadow-card hover:bg-accent-hover",
	secondary: "border-line-2 bg-raised text-text shadow-card hover:bg-hover",
	ghost: "border-transparent text-text-2 hover:bg-hover hover:text-text",
	danger: "border-transparent bg-danger text-danger-fg shadow-card hover:bg-danger-hover",
};

const sizes: Record<ButtonSize, string> = {
	small: "h-7 px-2.5 text-sm",
	medium: "h-8.5 px-3 text-base",
	large: "h-9.5 px-4 text-base",
};

/** The look of a button, for an element that has to be something else (a `summary`, a menu's button). */
export const buttonClass = ({ variant = "secondary", size = "medium", wide = false, className }: ButtonLook = {}) =>
	classNames(base, variants[variant], sizes[size], off, wide && "w-full", className);
