import { json, type LoaderFunctionArgs, type SerializeFrom } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { Bookmark, Pin } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { requireAccess } from "#app/session/require-user.server";
import { viewCount } from "#app/shell/pinned-views";
import { viewSearch } from "#app/shell/saved-views";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Badge } from "#app/ui/badge";
import { LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { iconProps } from "#app/ui/icon";
import { EmptyState } from "#app/ui/page/empty-state";
import { PageHeader } from "#app/ui/page/page-header";
import { TextLink } from "#app/ui/text-link";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import { listSavedViews } from "#worker/services/saved-views/contract";

export const meta = titled("Saved views");

export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, listSavedViews);
	const { data } = orThrow(await args.context.api.call(listSavedViews, {}));
	return json({ views: data });
};

export const { handle, shouldRevalidate } = shows<typeof loader>({
	views: true,
	applicants: ({ data }) => data.views.filter(({ isPinned }) => isPinned).map(({ filters }) => filters.applicationId),
});

type View = SerializeFrom<typeof loader>["views"][number];

const Views = () => {
	const data = useLoaderData<typeof loader>();
	const { orgName } = useShell();
	const base = `/${orgName}/applicants`;
	return (
		<div className="grid max-w-5xl gap-4">
			<PageHeader
				back={{ to: base, label: "Process Applicants" }}
				title="Saved views"
				description="Lists of applicants that you can come back to. Filter the list, then choose Save view beside the filters."
			/>
			{data.views.length === 0 ? (
				<Card>
					<EmptyState icon={Bookmark} title="No views yet" action={<LinkButton to={base}>Filter the list</LinkButton>}>
						A view keeps the filters and the order of a list, and counts its applicants.
					</EmptyState>
				</Card>
			) : (
				<Card>
					<ul aria-label="Views">
						{data.views.map((view) => (
							<ViewLine key={view.id} view={view} base={base} />
						))}
					</ul>
				</Card>
			)}
			<Outlet />
		</div>
	);
};
export default Views;

const ViewLine = ({ view, base }: { view: View; base: string }) => (
	<li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0">
		<div className="min-w-40 flex-1">
			<TextLink to={base + viewSearch(view.filters)} className="font-medium [overflow-wrap:anywhere]">
				{view.name}
			</TextLink>
			{view.isShared && view.ownerName && <p className="text-sm text-text-3">Saved by {view.ownerName}</p>}
		</div>
		{view.applicants !== null && (
			<span className="text-text-2 tabular-nums">
				{viewCount({ applicants: view.applicants, isCapped: view.isCapped })}
				<VisuallyHidden> applicants</VisuallyHidden>
			</span>
		)}
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

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
