import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from "react";
import { classNames } from "#app/ui/class-names";
import { Glyph } from "#app/ui/glyph";
import type { Icon } from "#app/ui/icon";
import { Link, type LinkProps } from "#app/ui/link";

interface IconButtonOwnProps {
	/** The accessible name, also shown as a tooltip. */
	label: string;
	icon: Icon;
	size?: "small" | "medium";
	/** Drawn over the top right corner; say what it means in the label. */
	badge?: ReactNode;
	className?: string;
}

/** The look of a button that is only an icon; the element needs an accessible name. */
export const iconButtonClass = (size: "small" | "medium" = "medium", className?: string) =>
	classNames("button-icon", size === "small" ? "size-7" : "size-8.5", className);

export const IconButton = forwardRef<
	HTMLButtonElement,
	Omit<ComponentPropsWithoutRef<"button">, "children"> & IconButtonOwnProps
>(function IconButton({ label, icon, size = "medium", badge, className, ...rest }, ref) {
	return (
		<button
			type="submit"
			title={label}
			{...rest}
			ref={ref}
			aria-label={label}
			className={iconButtonClass(size, className)}
		>
			<Glyph icon={icon} />
			{badge}
		</button>
	);
});

export const IconLink = forwardRef<HTMLAnchorElement, Omit<LinkProps, "children"> & IconButtonOwnProps>(
	function IconLink({ label, icon, size = "medium", badge, className, ...rest }, ref) {
		return (
			<Link title={label} {...rest} ref={ref} aria-label={label} className={iconButtonClass(size, className)}>
				<Glyph icon={icon} />
				{badge}
			</Link>
		);
	},
);
