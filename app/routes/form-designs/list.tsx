import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadRecords } from "#app/records/load-records.server";
import { RecordList } from "#app/records/record-list";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { designScreen } from "#app/routes/form-designs/screen";
import { titled } from "#app/shell/titled";
import { designRecord } from "#worker/services/form-designs/contract";

export const meta = titled("Forms");
export const loader = (args: LoaderFunctionArgs) =>
	loadRecords(args, designRecord, designScreen, async () => ({
		status: [
			{ value: "published", label: "Published" },
			{ value: "draft", label: "Never published" },
		],
		active: [
			{ value: "true", label: "Active" },
			{ value: "false", label: "Not active" },
		],
	}));
export const { handle, shouldRevalidate } = showsRecords(designScreen);

const Forms = () => <RecordList screen={designScreen} />;
export default Forms;

export const ErrorBoundary = () => <RecordProblem screen={designScreen} />;
