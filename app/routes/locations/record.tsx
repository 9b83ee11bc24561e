import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { openRecord, saveRecord } from "#app/records/record.server";
import { keepRecord, RecordDialog } from "#app/records/record-dialog";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { locationScreen } from "#app/routes/locations/screen";
import { useShell } from "#app/shell/shell-context";
import { titledOver } from "#app/shell/titled";
import { TextLink } from "#app/ui/text-link";
import { toSearch } from "#worker/contract/applicant-filter";
import { countPosted, locationRecord, type PostedApplicants } from "#worker/services/locations/contract";

export const meta = titledOver("Location");

export const loader = (args: LoaderFunctionArgs) =>
	openRecord(args, locationRecord, locationScreen, {
		loadMore: async (api, id) => orThrow(await api.call(countPosted, { params: { id } })).data,
	});

export const action = (args: ActionFunctionArgs) => saveRecord(args, locationRecord, locationScreen);
export const clientAction = keepRecord;

export const { handle, shouldRevalidate } = showsRecords(locationScreen);

const LocationDialog = () => (
	<RecordDialog screen={locationScreen}>
		{({ id }, posted) => <Posted locationId={id} posted={posted as readonly PostedApplicants[]} />}
	</RecordDialog>
);
export default LocationDialog;

/** How many applicants of each application are posted there, and the lists of them. */
const Posted = ({ locationId, posted }: { locationId: string; posted: readonly PostedApplicants[] }) => {
	const { orgName } = useShell();
	if (posted.length === 0) return null;
	return (
		<section aria-labelledby="posted" className="mt-5 grid gap-1.5">
			<h3 id="posted" className="font-medium">
				Posted here
			</h3>
			<ul className="grid gap-1">
				{posted.map(({ applicationId, applicationTitle, applicants }) => (
					<li key={applicationId} className="flex flex-wrap justify-between gap-x-3">
						<span className="min-w-0 wrap-anywhere">{applicationTitle}</span>
						<TextLink to={`/${orgName}/applicants?${toSearch({ applicationId, locationIds: [locationId] })}`}>
							{formatCount(applicants, "applicant")}
						</TextLink>
					</li>
				))}
			</ul>
		</section>
	);
};

export const ErrorBoundary = () => <RecordProblem screen={locationScreen} />;
