import { ink, type PdfNode } from "#worker/gateways/pdf/content";
import type { Picture } from "#worker/gateways/pdf/read-picture";

interface PictureBox {
	width: number;
	height: number;
	/** Printed in the box of a picture that cannot be drawn. */
	alternative: string;
}

/** Returns a picture as large as fits into the box; without one, the empty box, which says what is missing. */
export const pictureBox = (picture: Picture | undefined, { width, height, alternative }: PictureBox): PdfNode =>
	picture
		? { image: picture.dataUrl, fit: [width, height] }
		: {
				table: {
					widths: [width - 10],
					body: [
						[
							{
								text: alternative,
								alignment: "center",
								color: ink.faint,
								fontSize: 7.5,
								margin: [0, (height - 22) / 2, 0, (height - 22) / 2],
							},
						],
					],
				},
				layout: "grid",
			};
