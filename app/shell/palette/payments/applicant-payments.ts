import { useEffect, useState } from "react";
import * as v from "valibot";
import { askRoute, type RouteAnswer } from "#app/shell/palette/route-data";
import { useShell } from "#app/shell/shell-context";
import { FoundPayment } from "#worker/services/transactions/contract";

/** The newest payments of an applicant. */
const ApplicantPayments = v.object({ payments: v.array(FoundPayment) });
export type ApplicantPayments = v.InferOutput<typeof ApplicantPayments>;

/** Loads the newest payments of an applicant, once a level is open that shows them. */
export const useApplicantPayments = (applicantId: string): RouteAnswer<ApplicantPayments> | undefined => {
	const { orgName } = useShell();
	const [answer, setAnswer] = useState<RouteAnswer<ApplicantPayments>>();
	useEffect(() => {
		const controller = new AbortController();
		const address = `/${orgName}/applicants/${applicantId}/payments`;
		askRoute(address, "routes/transactions/of-applicant", ApplicantPayments, { signal: controller.signal }).then(
			(next) => {
				if (!controller.signal.aborted) setAnswer(next);
			},
			(error) => {
				if (!controller.signal.aborted) throw error;
			},
		);
		return () => controller.abort();
	}, [orgName, applicantId]);
	return answer;
};
