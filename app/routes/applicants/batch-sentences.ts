import { formatCount, formatNumber } from "#app/format/numbers";
import type { EndpointResponse } from "#worker/contract/endpoint";
import type { previewBatch, updateApplicants } from "#worker/services/applicants/contract";

type Preview = EndpointResponse<typeof previewBatch>;
type Outcome = EndpointResponse<typeof updateApplicants>["outcomes"][number]["outcome"];

const are = (count: number, what: string): string | false =>
	count > 0 && `${formatNumber(count)} ${count === 1 ? "is" : "are"} ${what}`;

const sentence = (...parts: (string | false)[]): string => `${parts.filter(Boolean).join(", ")}.`;

/** "48 applicants move, 3 are already there, 2 are not allowed, no emails go out." */
export const consequences = (preview: Pick<Preview, "moves" | "alreadyThere" | "notAllowed" | "notFound" | "emails">) =>
	sentence(
		`${formatCount(preview.moves, "applicant")} ${preview.moves === 1 ? "moves" : "move"}`,
		are(preview.alreadyThere, "already there"),
		are(preview.notAllowed, "not allowed"),
		are(preview.notFound, "no longer there"),
		preview.emails > 0
			? `${formatCount(preview.emails, "email")} ${preview.emails === 1 ? "goes" : "go"} out`
			: "no emails go out",
	);

/** "2 applicants moved to Accepted, 1 is already there, 1 was changed meanwhile." */
export const results = (stageName: string, rows: readonly { outcome: Outcome }[]): string => {
	const count = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome).length;
	const moved = count("moved");
	const changed = count("changed_meanwhile");
	return sentence(
		`${moved === 0 ? "No applicant" : formatCount(moved, "applicant")} moved to ${stageName}`,
		are(count("already_there"), "already there"),
		are(count("not_allowed"), "not allowed"),
		are(count("not_found"), "no longer there"),
		changed > 0 && `${formatNumber(changed)} ${changed === 1 ? "was" : "were"} changed meanwhile`,
	);
};
