import { classNames } from "#app/ui/class-names";
import { Link, type LinkProps } from "#app/ui/link";

/** A link in running text, distinguished by more than its colour. */
export const TextLink = ({ className, ...rest }: LinkProps) => (
	<Link {...rest} className={classNames("text-link", className)} />
);
