import { classNames } from "#app/ui/class-names";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "small" | "medium" | "large";

export interface ButtonLook {
	variant?: ButtonVariant;
	size?: ButtonSize;
	wide?: boolean;
	className?: string;
}

const variants: Record<ButtonVariant, string> = {
	primary: "button-primary",
	secondary: "button-secondary",
	ghost: "button-ghost",
	danger: "button-danger",
};

const sizes: Record<ButtonSize, string> = {
	small: "h-7 px-2.5 text-sm",
	medium: "h-8.5 px-3 text-base",
	large: "h-9.5 px-4 text-base",
};

/** The look of a button, for an element that has to be something else (a `summary`, a menu's button). */
export const buttonClass = ({ variant = "secondary", size = "medium", wide = false, className }: ButtonLook = {}) =>
	classNames(variants[variant], sizes[size], wide && "w-full", className);
