import type { ReactNode } from "react";
import { formatNumber } from "#app/format/numbers";
import type { ExportMode } from "#app/routes/exports/export-form";
import type { ExportFormat } from "#worker/services/exports/contract";

interface ExportWhoProps {
	choices: readonly { mode: ExportMode; label: string; count: number; isExact: boolean }[];
	chosen: ExportMode;
}

/** Whom the file holds, each choice with its number. */
export const ExportWho = ({ choices, chosen }: ExportWhoProps) => (
	<fieldset className="grid gap-1.5">
		<legend className="mb-1.5 font-medium">Applicants</legend>
		{choices.map(({ mode, label, count, isExact }) => (
			<Choice key={mode} name="who" value={mode} isChosen={mode === chosen}>
				{label}{" "}
				<span className="tabular-nums">
					({formatNumber(count)}
					{!isExact && "+"})
				</span>
			</Choice>
		))}
	</fieldset>
);

/** Excel or CSV. */
export const ExportFormatField = ({ chosen }: { chosen: ExportFormat }) => (
	<fieldset className="grid gap-1.5">
		<legend className="mb-1.5 font-medium">File</legend>
		<Choice name="format" value="xlsx" isChosen={chosen === "xlsx"}>
			Excel (.xlsx)
		</Choice>
		<Choice name="format" value="csv" isChosen={chosen === "csv"}>
			CSV, for other programs
		</Choice>
	</fieldset>
);

interface ChoiceProps {
	name: string;
	value: string;
	isChosen: boolean;
	children: ReactNode;
}

const Choice = ({ name, value, isChosen, children }: ChoiceProps) => (
	<label className="flex min-w-0 items-start gap-2">
		<input
			type="radio"
			name={name}
			value={value}
			defaultChecked={isChosen}
			className="mt-0.75 size-3.5 shrink-0 accent-accent"
		/>
		<span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
	</label>
);
