import { Kbd } from "#app/ui/kbd";

/** What the keys do at this level, in the palette's foot. */
export const PaletteHints = ({ hints }: { hints: readonly (readonly [key: string, label: string])[] }) => (
	<>
		{hints.map(([key, label]) => (
			<span key={key} className="inline-flex items-center gap-1">
				<Kbd>{key}</Kbd> {label}
			</span>
		))}
	</>
);
