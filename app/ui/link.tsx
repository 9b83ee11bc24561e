import { type LinkProps, Link as RouterLink } from "@remix-run/react";
import { forwardRef, type MouseEvent } from "react";

export type { LinkProps };

const isServer = typeof document === "undefined";

/** A link within the portal; plain on the server, because the router's asks six contexts for nothing. */
export const Link = forwardRef<HTMLAnchorElement, LinkProps>(function Link(props, ref) {
	const { to } = props;
	if (!isServer || typeof to !== "string" || !plainPath.test(to))
		return <RouterLink discover="none" {...props} ref={ref} />;
	const {
		discover: _discover,
		prefetch: _prefetch,
		preventScrollReset: _preventScrollReset,
		reloadDocument: _reloadDocument,
		relative: _relative,
		replace: _replace,
		state: _state,
		to: _to,
		viewTransition: _viewTransition,
		...rest
	} = props;
	return <a {...rest} href={to} />;
});

/** An address that the router writes as it is given. */
const plainPath = /^(?:\/[^./?#\s]+)+(?:\?[^#\s]+)?$/;

/** Checks whether a click opens a link here: with the main button, and with no key that opens it elsewhere. */
export const isPlainClick = ({ metaKey, ctrlKey, shiftKey, altKey, button }: MouseEvent): boolean =>
	!(metaKey || ctrlKey || shiftKey || altKey) && button === 0;
