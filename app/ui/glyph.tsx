import { createElement, type ReactElement, type ReactNode } from "react";
import { classNames } from "#app/ui/class-names";
import { type Icon, iconProps } from "#app/ui/icon";

interface GlyphProps {
	icon: Icon;
	className?: string;
}

/** An icon of the set, 16 px by default. why not its own component: a page draws fifty, each at some cost. */
export const Glyph = ({ icon: Drawing, className }: GlyphProps) => {
	const lines = linesOf(Drawing);
	if (!lines) return <Drawing {...iconProps} className={className} />;
	return (
		<svg className={classNames("icon", className)} viewBox="0 0 24 24" aria-hidden>
			{lines}
		</svg>
	);
};

const known = new WeakMap<Icon, ReactNode[]>();

/** The lines of an icon of the set, made once; undefined for a drawing of our own. */
const linesOf = (icon: Icon): ReactNode[] | undefined => {
	const made = known.get(icon);
	if (made) return made;
	const nodes = (icon as Icon & SetIcon).render?.({}, null).props.icon?.node;
	const lines = nodes?.map(([tag, attributes]) => createElement(tag, attributes));
	if (lines) known.set(icon, lines);
	return lines;
};

/** What the set's icons are underneath: they hand their lines to one component. */
interface SetIcon {
	render?(
		props: object,
		ref: null,
	): ReactElement<{ icon?: { node: readonly (readonly [tag: string, attributes: Record<string, string>])[] } }>;
}
