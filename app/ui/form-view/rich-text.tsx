import { useParams } from "@remix-run/react";
import { createElement, Fragment, type ReactNode } from "react";
import type { RichElement, RichNode, RichTag } from "#worker/contract/text/rich-text";
import { isPictureOf } from "#worker/contract/text/stored-pictures";

const looks: Partial<Record<RichTag, string>> = {
	a: "text-accent underline underline-offset-3",
	blockquote: "border-l-2 border-line-2 pl-3 text-text-2",
	h1: "font-medium",
	h2: "font-medium",
	h3: "font-medium",
	h4: "font-medium",
	ol: "list-decimal pl-5",
	td: "border border-line-2 px-2 py-1 align-top",
	th: "border border-line-2 bg-hover px-2 py-1 align-top font-medium",
	ul: "list-disc pl-5",
};

/** why: a `p` cannot hold a list, and a heading inside an answer must not stand among the page's own. */
const blocks = new Set<RichTag>(["p", "h1", "h2", "h3", "h4"]);

/** Draws rich text that anybody may have written, as texts and elements of our own. */
export const RichText = ({ nodes }: { nodes: readonly RichNode[] }) => (
	<div className="grid grid-cols-1 gap-2">{drawAll(nodes)}</div>
);

const drawAll = (nodes: readonly RichNode[]): ReactNode =>
	// why: the nodes never move or change; their place is their key.
	createElement(Fragment, null, ...nodes.map(draw));

const draw = (node: RichNode): ReactNode => {
	if (typeof node === "string") return node;
	const { tag, href, src, alt = "", width, colSpan, rowSpan, children } = node;
	if (tag === "br") return <br />;
	if (tag === "img") return src === undefined ? null : <Picture src={src} alt={alt} width={width} />;
	if (tag === "hr") return null;
	if (tag === "table") return <Table rows={children} />;
	const element: string = blocks.has(tag) ? "div" : tag;
	const link = href ? { href, target: "_blank", rel: "noopener noreferrer nofollow" } : null;
	return createElement(element, { className: looks[tag], colSpan, rowSpan, ...link }, drawAll(children));
};

/** A picture of the institution whose page it is. Those of others are not loaded: anybody may have written their address. */
const Picture = ({ src, alt, width }: { src: string; alt: string; width: number | undefined }) => {
	const { orgName = "" } = useParams();
	if (!isPictureOf(orgName, src)) return alt;
	return <img src={src} alt={alt} width={width} className="max-w-full" />;
};

/** A table in a box of its own: where it is wider than the page, the box scrolls and not the page. */
const Table = ({ rows }: { rows: RichElement["children"] }) =>
	rows.length > 0 && (
		<section
			aria-label="Table"
			// biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the arrow keys.
			tabIndex={0}
			className="overflow-x-auto print:overflow-visible"
		>
			<table className="w-full border-collapse text-left wrap-break-word print:wrap-anywhere">
				<tbody>{drawAll(rows)}</tbody>
			</table>
		</section>
	);
