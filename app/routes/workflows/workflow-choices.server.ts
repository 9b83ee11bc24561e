import { orThrow } from "#app/api/problem-response";
import type { LoadChoices } from "#app/records/load-records.server";
import { listWorkflowChoices } from "#worker/services/workflows/contract";

/** Reads what the stages of a former state may name: templates and roles. */
export const namesInSteps: LoadChoices = async (api) => {
	const { emailTemplates, pdfTemplates, smsTemplates, roles } = orThrow(await api.call(listWorkflowChoices, {}));
	return {
		steps: [...emailTemplates, ...pdfTemplates, ...smsTemplates, ...roles].map(({ id, name }) => ({
			value: id,
			label: name,
		})),
	};
};
