import type { ReactElement } from "react";
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
		// why as text: its lines never change, and React would draw, compare and keep each of them.
		// biome-ignore lint/security/noDangerouslySetInnerHtml: the text comes from the icon set alone.
		<svg className={classNames("icon", className)} viewBox="0 0 24 24" aria-hidden dangerouslySetInnerHTML={lines} />
	);
};

const known = new WeakMap<Icon, { __html: string }>();

/** The lines of an icon of the set, made once; undefined for a drawing of our own. */
const linesOf = (icon: Icon): { __html: string } | undefined => {
	const made = known.get(icon);
	if (made) return made;
	const nodes = (icon as Icon & SetIcon).render?.({}, null).props.icon?.node;
	const lines = nodes && { __html: nodes.map(toMarkup).join("") };
	if (lines) known.set(icon, lines);
	return lines;
};

const toMarkup = ([tag, attributes]: Line): string => {
	const written = Object.entries(attributes).map(([name, value]) => (name === "key" ? "" : ` ${name}="${value}"`));
	return `<${tag}${written.join("")}></${tag}>`;
};

type Line = readonly [tag: string, attributes: Record<string, string>];

/** What the set's icons are underneath: they hand their lines to one component. */
interface SetIcon {
	render?(props: object, ref: null): ReactElement<{ icon?: { node: readonly Line[] } }>;
}
