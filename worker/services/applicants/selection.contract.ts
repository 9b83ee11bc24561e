import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { anyOf } from "#worker/contract/permissions";
import { choice, chooseSome, isOneChoice, listedRows, rowsPage } from "#worker/services/applicants/batch.contract";

export const previewSelection = defineEndpoint({
	method: "POST",
	path: "/candidates/selection-preview",
	summary:
		"How many of a selection are there, and each of them: whose forms are drawn, who is exported. Changes nothing.",
	section: "§2 Applicants",
	access: anyOf("candidate"),
	body: v.pipe(
		v.strictObject({ ...choice, ...rowsPage }),
		v.forward(
			v.check((asked) => isOneChoice(asked), chooseSome),
			["candidateIds"],
		),
	),
	response: v.object({ found: v.number(), notFound: v.number(), ...listedRows }),
	problems: ["application_unavailable", "selection_changed", "stage_unknown"],
});
