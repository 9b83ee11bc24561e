import { Link } from "@remix-run/react";
import { Bookmark, Pin } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "#app/ui/badge";
import { LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { iconProps } from "#app/ui/icon";
import { EmptyState } from "#app/ui/page/empty-state";
import { TextLink } from "#app/ui/text-link";
import { VisuallyHidden } from "#app/ui/visually-hidden";

export interface ListedView {
	id: string;
	name: string;
	isShared: boolean;
	isPinned?: boolean;
	ownerName: string;
	mayChange: boolean;
	/** The query text of its list. */
	search: string;
	/** How many rows it has, where they are counted. */
	count?: ReactNode;
}

interface ViewListProps {
	views: readonly ListedView[];
	/** The list that the views are of. */
	base: string;
	/** Said when there are none. */
	empty: string;
	/** What they are called, and where the first one is made. */
	texts?: { label: string; none: string; begin: string };
}

const usual = { label: "Views", none: "No views yet", begin: "Filter the list" };

/** The views of a list: each leads to its rows, and to its dialog for users who may change it. */
export const ViewList = ({ views, base, empty, texts = usual }: ViewListProps) => (
	<Card>
		{views.length === 0 ? (
			<EmptyState icon={Bookmark} title={texts.none} action={<LinkButton to={base}>{texts.begin}</LinkButton>}>
				{empty}
			</EmptyState>
		) : (
			<ul aria-label={texts.label}>
				{views.map((view) => (
					<ViewLine key={view.id} view={view} base={base} />
				))}
			</ul>
		)}
	</Card>
);

const ViewLine = ({ view, base }: { view: ListedView; base: string }) => (
	<li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0">
		<div className="min-w-40 flex-1">
			<TextLink to={base + view.search} className="font-medium [overflow-wrap:anywhere]">
				{view.name}
			</TextLink>
			{view.isShared && view.ownerName && <p className="text-sm text-text-3">Saved by {view.ownerName}</p>}
		</div>
		{view.count}
		{view.isShared && <Badge>Shared</Badge>}
		{view.isPinned && (
			<span title="Pinned" className="text-text-3">
				<Pin {...iconProps} />
				<VisuallyHidden>Pinned</VisuallyHidden>
			</span>
		)}
		{view.mayChange && (
			<Link to={`${base}/views/${view.id}`} preventScrollReset className="rounded-sm px-1 text-accent hover:underline">
				Change<VisuallyHidden> {view.name}</VisuallyHidden>
			</Link>
		)}
	</li>
);
