import { Kbd } from "#app/ui/kbd";

/** The keys of this level, at the foot of the palette. */
export const PaletteHints = ({ hints }: { hints: readonly (readonly [key: string, label: string])[] }) => (
	<>
		{hints.map(([key, label]) => (
			<span key={key} className="inline-flex items-center gap-1">
				<Kbd>{key}</Kbd> {label}
			</span>
		))}
	</>
);
