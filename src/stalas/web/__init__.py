"""Stalas in the browser: pages made of each viewer's projection, pushed as they change."""
