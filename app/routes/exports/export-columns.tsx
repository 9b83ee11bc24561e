import { type MouseEvent, useId } from "react";
import { Button } from "#app/ui/button";
import { FieldErrors } from "#app/ui/form/field";
import { useFocusOn } from "#app/ui/use-focus-on";
import { useHydrated } from "#app/ui/use-hydrated";
import type { ExportColumn } from "#worker/services/exports/contract";

interface ExportColumnsProps {
	columns: readonly ExportColumn[];
	chosen: readonly string[];
	errors: readonly string[] | null | undefined;
}

/** The columns by section: those of the record, then those of the form in its order. */
export const ExportColumns = ({ columns, chosen, errors }: ExportColumnsProps) => {
	const id = useId();
	const refusal = useFocusOn(errors ?? undefined);
	const sections = [...new Set(columns.map(({ section }) => section))];
	return (
		<fieldset aria-describedby={errors ? `${id}-errors` : undefined} className="grid gap-3">
			<legend className="mb-1.5 font-medium">Columns</legend>
			{errors && (
				<div ref={refusal} tabIndex={-1} className="scroll-mt-8 rounded-sm outline-none">
					<FieldErrors id={`${id}-errors`} errors={errors} />
				</div>
			)}
			{sections.map((section) => (
				<Section
					key={section}
					title={section}
					columns={columns.filter((column) => column.section === section)}
					chosen={chosen}
				/>
			))}
		</fieldset>
	);
};

const Section = ({ title, columns, chosen }: Omit<ExportColumnsProps, "errors"> & { title: string }) => {
	const hydrated = useHydrated();
	return (
		<fieldset className="rounded-md border border-line px-3 pt-1 pb-2">
			<legend className="px-1 text-sm text-text-2">{title}</legend>
			{hydrated && columns.length > 3 && (
				<div className="flex gap-1">
					<Button type="button" variant="ghost" size="small" aria-label={`Choose all of ${title}`} onClick={tick(true)}>
						All
					</Button>
					<Button
						type="button"
						variant="ghost"
						size="small"
						aria-label={`Choose none of ${title}`}
						onClick={tick(false)}
					>
						None
					</Button>
				</div>
			)}
			<div className="gap-x-4 sm:columns-2">
				{columns.map((column) => (
					<label
						key={column.id}
						className="flex min-h-7 min-w-0 break-inside-avoid items-start gap-2.5 rounded-md px-1 py-1 hover:bg-hover"
					>
						<input
							type="checkbox"
							name="column"
							value={column.id}
							defaultChecked={chosen.includes(column.id)}
							className="checkbox -mt-0.5!"
						/>
						<span className="min-w-0 [overflow-wrap:anywhere]">
							{column.label}
							{column.isSensitive && <span className="text-text-3"> · sensitive</span>}
						</span>
					</label>
				))}
			</div>
		</fieldset>
	);
};

/** Ticks or clears the boxes of the button's section. */
const tick = (checked: boolean) => (event: MouseEvent<HTMLButtonElement>) => {
	const boxes = event.currentTarget.closest("fieldset")?.querySelectorAll<HTMLInputElement>("input[type=checkbox]");
	for (const box of boxes ?? []) box.checked = checked;
};
