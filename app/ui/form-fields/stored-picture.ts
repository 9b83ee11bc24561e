import type { ReactNode } from "react";

/** A picture that is put into a text. */
export interface TextPicture {
	/** Its address, from the root of the portal. */
	src: string;
	alt: string;
	/** In pixels. */
	width: number;
}

/** What asks for a picture: drawn below the toolbar while it is open. */
export type PictureTool = (props: { onPut: (picture: TextPicture) => void; onDone: () => void }) => ReactNode;

/** A picture from elsewhere, which the editor would drop. */
export const foreignPicture = /<img\b(?![^<>]*\ssrc="\/api\/organisation\/[^"<>]*\/pictures\/)/i;
