import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { orThrow } from "#app/api/problem-response";
import { ViewList } from "#app/routes/saved-views/view-list";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { PageHeader } from "#app/ui/page/page-header";
import { listSavedCriteria } from "#worker/services/saved-views/criteria.contract";

export const meta = titled("Saved criteria");

export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, listSavedCriteria);
	const { data } = orThrow(await api.call(listSavedCriteria, { query: {} }));
	return json({ views: data.map(({ criteria: _, ...view }) => ({ ...view, search: `?saved=${view.id}` })) });
};

export const { handle, shouldRevalidate } = shows({ views: true });

/** Sets of criteria under their names: each leads to the form that has them. */
const SavedCriteria = () => {
	const { views } = useLoaderData<typeof loader>();
	const base = `/${useShell().orgName}/process-ai`;
	return (
		<div className="grid max-w-5xl gap-4">
			<PageHeader
				back={{ to: base, label: "Process applicants with the assistant" }}
				title="Saved criteria"
				description="Criteria that you can use again, for any application. Judge applicants first, then save their criteria."
			/>
			<ViewList
				views={views}
				base={base}
				empty="Criteria that are saved can be used again next year."
				texts={{ label: "Saved criteria", none: "No criteria saved yet", begin: "Find criteria" }}
			/>
			<DialogOutlet />
		</div>
	);
};
export default SavedCriteria;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
