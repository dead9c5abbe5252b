"""Where is my parcel?"""
