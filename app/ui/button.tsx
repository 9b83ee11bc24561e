import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { type ButtonLook, buttonClass } from "#app/ui/button-class";
import { Glyph } from "#app/ui/glyph";
import type { Icon } from "#app/ui/icon";
import { Link, type LinkProps } from "#app/ui/link";
import { Spinner } from "#app/ui/spinner";

interface ButtonOwnProps extends ButtonLook {
	icon?: Icon;
	/** Drawn after the label, for a menu's chevron. */
	trailingIcon?: Icon;
}

export interface ButtonProps extends ComponentPropsWithoutRef<"button">, ButtonOwnProps {
	/** The form is being sent: announced as busy, keeps its focus, and a second press does nothing. */
	pending?: boolean;
}

/** A button; `submit` by default, because every write is a form. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
	{ variant, size, wide, className, icon: Leading, trailingIcon: Trailing, pending = false, children, ...rest },
	ref,
) {
	return (
		<button
			type="submit"
			{...rest}
			ref={ref}
			className={buttonClass({ variant, size, wide, className })}
			aria-busy={pending || undefined}
			aria-disabled={pending || rest["aria-disabled"] || undefined}
			onClick={(event) => (pending ? event.preventDefault() : rest.onClick?.(event))}
		>
			{pending ? <Spinner /> : Leading && <Glyph icon={Leading} />}
			{children}
			{Trailing && <Glyph icon={Trailing} />}
		</button>
	);
});

export const LinkButton = forwardRef<HTMLAnchorElement, LinkProps & ButtonOwnProps>(function LinkButton(
	{ variant, size, wide, className, icon: Leading, trailingIcon: Trailing, children, ...rest },
	ref,
) {
	return (
		<Link {...rest} ref={ref} className={buttonClass({ variant, size, wide, className })}>
			{Leading && <Glyph icon={Leading} />}
			{children}
			{Trailing && <Glyph icon={Trailing} />}
		</Link>
	);
});
