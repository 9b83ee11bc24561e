import { useParams, useSearchParams } from "@remix-run/react";
import { listSearch, readListAddress } from "#app/list/list-address";
import { InSheet } from "#app/shell/dialog-outlet";
import { ProblemPage } from "#app/shell/problem-page";
import { Sheet } from "#app/ui/dialog/sheet";

/** Says in the sheet why there is no applicant. why there: below the list nobody would see it. */
export const SheetProblem = () => {
	const { orgName } = useParams();
	const [params] = useSearchParams();
	return (
		<Sheet label="Applicant" closeTo={`/${orgName}/applicants${listSearch(readListAddress(params))}`}>
			<InSheet>
				<ProblemPage
					texts={{ 404: { title: "Page not Found", message: "This applicant does not exist, or is no longer there." } }}
				/>
			</InSheet>
		</Sheet>
	);
};
