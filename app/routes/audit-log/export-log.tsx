import { useLoaderData } from "@remix-run/react";
import { FileSpreadsheet } from "lucide-react";
import { DownloadQuestion } from "#app/list/download-question";
import type { openLogExport } from "#app/routes/audit-log/export-log.server";

const formId = "export-log";

/** Asks whether to export a log, as it is filtered. */
export const ExportLog = () => {
	const { closeTo, isFiltered, idempotencyKey } = useLoaderData<typeof openLogExport>();
	return (
		<DownloadQuestion
			title="Export"
			description="The file is generated and downloaded automatically."
			label="Export"
			icon={FileSpreadsheet}
			closeTo={closeTo}
			formId={formId}
			idempotencyKey={idempotencyKey}
		>
			<p>
				{isFiltered
					? "The entries that match the filters of the log, the newest first, at most 200,000."
					: "The whole log, the newest entries first, at most 200,000. Filter it first for less."}
			</p>
		</DownloadQuestion>
	);
};
