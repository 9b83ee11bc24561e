import { createContext, useContext } from "react";

export interface PaletteControl {
	open(): void;
	toggle(): void;
	openKeySheet(): void;
	/** Fetches the palette's code before it is used. */
	warmUp(): void;
}

export const PaletteContext = createContext<PaletteControl | undefined>(undefined);

export const usePalette = (): PaletteControl => {
	const palette = useContext(PaletteContext);
	if (!palette) throw new Error("usePalette is used outside the signed-in frame");
	return palette;
};
