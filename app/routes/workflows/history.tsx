import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import type { LoadChoices } from "#app/records/load-records.server";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { workflowScreen } from "#app/routes/workflows/screen";
import { titledOver } from "#app/shell/titled";
import { listWorkflowChoices, workflowRecord } from "#worker/services/workflows/contract";

/** Reads what the stages of a former state may name: templates and roles. */
const namesInSteps: LoadChoices = async (api) => {
	const { emailTemplates, pdfTemplates, smsTemplates, roles } = orThrow(await api.call(listWorkflowChoices, {}));
	return {
		steps: [...emailTemplates, ...pdfTemplates, ...smsTemplates, ...roles].map(({ id, name }) => ({
			value: id,
			label: name,
		})),
	};
};

export const meta = titledOver("History");
export const loader = (args: LoaderFunctionArgs) => openHistory(args, workflowRecord, workflowScreen, namesInSteps);
export const action = (args: ActionFunctionArgs) => restoreRecord(args, workflowRecord);
export const clientAction = keepHistory;
export const { handle, shouldRevalidate } = showsRecords(workflowScreen);

const WorkflowHistory = () => <RecordHistory screen={workflowScreen} />;
export default WorkflowHistory;

export const ErrorBoundary = () => <RecordProblem screen={workflowScreen} />;
