import { Link, type LinkProps } from "@remix-run/react";
import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from "react";
import { classNames } from "#app/ui/class-names";
import { type Icon, iconProps } from "#app/ui/icon";

interface IconButtonOwnProps {
	/** The accessible name, also shown as a tooltip. */
	label: string;
	icon: Icon;
	size?: "small" | "medium";
	/** Drawn over the top right corner; say what it means in the label. */
	badge?: ReactNode;
	className?: string;
}

/** The look of a button that is only an icon; give the element an accessible name. */
export const iconButtonClass = (size: "small" | "medium" = "medium", className?: string) =>
	classNames(
		"relative inline-grid shrink-0 place-items-center rounded-md text-text-2 transition-colors hover:bg-hover hover:text-text disabled:text-text-3 aria-disabled:text-text-3",
		size === "small" ? "size-7" : "size-8.5",
		className,
	);

export const IconButton = forwardRef<
	HTMLButtonElement,
	Omit<ComponentPropsWithoutRef<"button">, "children"> & IconButtonOwnProps
>(function IconButton({ label, icon: Glyph, size = "medium", badge, className, ...rest }, ref) {
	return (
		<button
			type="submit"
			title={label}
			{...rest}
			ref={ref}
			aria-label={label}
			className={iconButtonClass(size, className)}
		>
			<Glyph {...iconProps} />
			{badge}
		</button>
	);
});

export const IconLink = forwardRef<HTMLAnchorElement, Omit<LinkProps, "children"> & IconButtonOwnProps>(
	function IconLink({ label, icon: Glyph, size = "medium", badge, className, ...rest }, ref) {
		return (
			<Link title={label} {...rest} ref={ref} aria-label={label} className={iconButtonClass(size, className)}>
				<Glyph {...iconProps} />
				{badge}
			</Link>
		);
	},
);
