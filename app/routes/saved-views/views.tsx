import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { orThrow } from "#app/api/problem-response";
import { ViewList } from "#app/routes/saved-views/view-list";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { viewCount } from "#app/shell/pinned-views";
import { viewSearch } from "#app/shell/saved-views";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { PageHeader } from "#app/ui/page/page-header";
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
			<ViewList
				views={data.views.map(({ filters, applicants, isCapped, ...view }) => ({
					...view,
					search: viewSearch(filters),
					count: applicants !== null && (
						<span className="text-text-2 tabular-nums">
							{viewCount({ applicants, isCapped })}
							<VisuallyHidden> applicants</VisuallyHidden>
						</span>
					),
				}))}
				base={base}
				empty="A view keeps the filters and the order of a list, and counts its applicants."
			/>
			<DialogOutlet />
		</div>
	);
};
export default Views;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
