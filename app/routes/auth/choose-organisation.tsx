import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { findOrganisations } from "#app/routes/auth/find-organisations.server";
import { OrganisationSearch } from "#app/routes/auth/organisation-search";
import { titled } from "#app/shell/titled";
import { SplitPage } from "#app/ui/page/split-page";

export const meta = titled("Organisation not Selected");

export const loader = async ({ request, context }: LoaderFunctionArgs) =>
	json(await findOrganisations(request, context));

/** No organisation in the path (§2). */
const OrganisationNotSelected = () => {
	const found = useLoaderData<typeof loader>();
	return (
		<SplitPage
			title="Organisation not Selected"
			description="Find your institution to log in to its admissions portal."
		>
			<OrganisationSearch {...found} />
		</SplitPage>
	);
};
export default OrganisationNotSelected;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
