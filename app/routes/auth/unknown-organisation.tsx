import { OrganisationSearch, type OrganisationSearchProps } from "#app/routes/auth/organisation-search";
import { SplitPage } from "#app/ui/page/split-page";
import { screenProblems } from "#worker/contract/screen-problems";

/** §2 `/{orgName}` of an unknown organisation. */
export const UnknownOrganisation = (found: OrganisationSearchProps) => (
	<SplitPage
		title={screenProblems.organisation_not_found.message}
		description="Check the address, or search for your institution."
	>
		<OrganisationSearch {...found} />
	</SplitPage>
);
