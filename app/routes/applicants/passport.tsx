import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { orThrow } from "#app/api/problem-response";
import { fullName } from "#app/format/names";
import { readSheetSearch } from "#app/list/list-address";
import { refusal } from "#app/session/refusal.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Dialog } from "#app/ui/dialog/dialog";
import { getPhoto } from "#worker/services/applicants/contract";

export const meta = titledOver("Passport");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, getPhoto);
	const applicant = orThrow(await args.context.applicant(args.params.applicantId ?? ""));
	if (!applicant.hasPhoto) throw refusal("not_found");
	return json({ name: fullName(applicant), here: `/${orgName}/applicants/${applicant.id}` });
};

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

/** The passport picture in large (§2 Applicant side sheet). */
const Passport = () => {
	const { name, here } = useLoaderData<typeof loader>();
	const [params] = useSearchParams();
	return (
		<Dialog title="Passport picture" description={name} closeTo={here + readSheetSearch(params)} width={420}>
			<img src={`${here}/photo`} alt={name} className="mx-auto max-h-[70dvh] w-full rounded-md bg-bg object-contain" />
		</Dialog>
	);
};
export default Passport;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
