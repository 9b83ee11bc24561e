import { Link, type LinkProps } from "@remix-run/react";
import { classNames } from "#app/ui/class-names";

/** A link in running text, distinguished by more than its colour. */
export const TextLink = ({ className, ...rest }: LinkProps) => (
	<Link
		{...rest}
		className={classNames(
			"rounded-sm text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent",
			className,
		)}
	/>
);
